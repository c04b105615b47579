// Anthropic's Messages API, as far as a client that calls tools needs it.
/** @import { Answer, Shown, Wire } from "./types.ts" */
import { sendEvents, sendJson } from "./send.mjs";

const USAGE = { input_tokens: 1, output_tokens: 1 };

/** @type {Wire} */
export const anthropicWire = {
  isQuestion: (path) => path.endsWith("/messages"),
  read: ({ tools = [], messages }) => ({
    tools: tools.map((/** @type {any} */ { name }) => ({ name })),
    results: messages
      .flatMap((/** @type {any} */ { content }) => (Array.isArray(content) ? content : []))
      .filter((/** @type {any} */ { type }) => type === "tool_result")
      .map(shownIn),
  }),
  write: (response, answer, { body }) => {
    const { content, delta, stop_reason } = saying(answer);
    const message = { id: "msg_1", type: "message", role: "assistant", model: body.model, stop_sequence: null, usage: USAGE };
    if (body.stream !== true) return sendJson(response, { ...message, content: [content], stop_reason });
    sendEvents(response, [
      { type: "message_start", message: { ...message, content: [], stop_reason: null } },
      { type: "content_block_start", index: 0, content_block: content.type === "text" ? { ...content, text: "" } : { ...content, input: {} } },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: USAGE },
      { type: "message_stop" },
    ]);
  },
};

/** @param {Answer} answer */
function saying(answer) {
  if (typeof answer === "string") return { content: { type: "text", text: answer }, delta: { type: "text_delta", text: answer }, stop_reason: "end_turn" };
  const { id, tool, args } = answer;
  return {
    content: { type: "tool_use", id, name: tool.name, input: args },
    delta: { type: "input_json_delta", partial_json: JSON.stringify(args) },
    stop_reason: "tool_use",
  };
}

/**
 * @param {any} result
 * @returns {Shown}
 */
function shownIn({ tool_use_id: id, content = [], is_error }) {
  const blocks = typeof content === "string" ? [{ text: content }] : content;
  return {
    id,
    texts: blocks.flatMap((/** @type {any} */ { text = [] }) => text),
    images: blocks.flatMap((/** @type {any} */ { type, source }) => (type === "image" ? { mimeType: source.media_type, base64: source.data } : [])),
    isError: is_error === true,
  };
}
