// OpenAI's Responses API, as far as Codex needs it. Its models call tools directly, or from scripts they give to the tool `exec`.
/** @import { Answer, Picture, Shown, ToolName, Wire } from "./types.ts" */
import { sendEvents } from "./send.mjs";

/** A script that lists the tools that scripts can call. */
export const LISTING_SCRIPT = 'text(ALL_TOOLS.map(({ name }) => name).join("\\n"));';
const ERROR_MARK = "isError: true";

/** @type {Wire} */
export const openaiWire = {
  isQuestion: (path) => path.endsWith("/responses"),
  read: ({ tools = [], input }) => {
    const late = input.flatMap((/** @type {any} */ item) => (item.type === "additional_tools" ? item.tools : []));
    const offered = [...tools, ...late].flatMap((tool) => namesIn(tool));
    const results = input.filter((/** @type {any} */ { type }) => /^(function|custom_tool)_call_output$/.test(type)).map(shownIn);
    return { tools: [...offered, ...listedIn(results, offered)], results };
  },
  write: (response, answer) => {
    const item = itemOf(answer);
    sendEvents(response, [
      { type: "response.created", response: { id: "resp_1" } },
      { type: "response.output_item.added", output_index: 0, item },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: { id: "resp_1", output: [item], usage: { input_tokens: 1, output_tokens: 1, total_tokens: 2 } } },
    ]);
  },
};

/**
 * @param {any} tool
 * @param {string} [namespace]
 * @returns {ToolName[]}
 */
function namesIn({ type, name = type, tools }, namespace) {
  if (type === "namespace") return tools.flatMap((/** @type {any} */ tool) => namesIn(tool, name));
  return [{ name, ...(namespace === undefined ? {} : { namespace }) }];
}

/**
 * The tools a script has listed.
 * @param {readonly Shown[]} results
 * @param {readonly ToolName[]} offered
 * @returns {ToolName[]}
 */
function listedIn(results, offered) {
  const inside = offered.find(({ name }) => name === "exec");
  const names = results.find(({ id }) => id === "find")?.texts.flatMap((text) => text.split("\n")) ?? [];
  return inside === undefined ? [] : names.map((name) => ({ name, inside }));
}

/** @param {Answer} answer */
function itemOf(answer) {
  if (typeof answer === "string") return { type: "message", role: "assistant", id: "msg_1", content: [{ type: "output_text", text: answer }] };
  const { id, tool, args } = answer;
  if (tool.inside !== undefined) return scriptCall(id, tool.inside, scriptFor(tool.name, args));
  if ("script" in args) return scriptCall(id, tool, args.script);
  return { type: "function_call", id: `fc_${id}`, call_id: id, ...tool, arguments: JSON.stringify(args) };
}

/**
 * @param {string} id
 * @param {ToolName} tool
 * @param {unknown} input
 */
function scriptCall(id, tool, input) {
  return { type: "custom_tool_call", id: `ctc_${id}`, call_id: id, ...tool, input };
}

/**
 * @param {string} name
 * @param {object} args
 */
function scriptFor(name, args) {
  return `const result = await tools.${name}(${JSON.stringify(args)});
for (const part of result.content) part.type === "image" ? image(part) : text(part.text);
if (result.isError) text("${ERROR_MARK}");`;
}

/**
 * @param {any} result
 * @returns {Shown}
 */
function shownIn({ call_id: id, output }) {
  const parts = typeof output === "string" ? [{ text: output }] : output;
  const texts = parts.flatMap((/** @type {any} */ { text = [] }) => text);
  return {
    id,
    texts,
    images: parts.flatMap((/** @type {any} */ { image_url = [] }) => image_url).map(pictureOf),
    isError: texts.includes(ERROR_MARK) ? true : undefined,
  };
}

/**
 * @param {string} url
 * @returns {Picture}
 */
function pictureOf(url) {
  const [, mimeType = "", base64 = ""] = /^data:([^;]*);base64,(.*)$/s.exec(url) ?? [];
  return { mimeType, base64 };
}
