// Google's Gemini API, as far as a client that calls tools needs it.
/** @import { Answer, Shown, Wire } from "./types.ts" */
import { sendEvents, sendJson } from "./send.mjs";

/** @type {Wire} */
export const geminiWire = {
  isQuestion: (path) => /:(streamG|g)enerateContent$/.test(path),
  read: ({ tools = [], contents }) => ({
    tools: tools.flatMap((/** @type {any} */ { functionDeclarations = [] }) => functionDeclarations).map((/** @type {any} */ { name }) => ({ name })),
    results: contents.flatMap(resultsIn),
  }),
  write: (response, answer, { path }) => {
    const content = { role: "model", parts: [partOf(answer)] };
    const usageMetadata = { promptTokenCount: 1, candidatesTokenCount: 1, totalTokenCount: 2 };
    const body = { candidates: [{ index: 0, content, finishReason: "STOP" }], usageMetadata };
    if (path.endsWith(":streamGenerateContent")) sendEvents(response, [body]);
    else sendJson(response, body);
  },
};

/** @param {Answer} answer */
function partOf(answer) {
  return typeof answer === "string" ? { text: answer } : { functionCall: { id: answer.id, name: answer.tool.name, args: answer.args } };
}

/**
 * The results of one message. A picture stands beside the result, or in it.
 * @param {any} content
 * @returns {Shown[]}
 */
function resultsIn({ parts }) {
  const images = (/** @type {any[]} */ list) =>
    list.flatMap(({ inlineData }) => (inlineData ? { mimeType: inlineData.mimeType, base64: inlineData.data } : []));
  return parts.flatMap((/** @type {any} */ { functionResponse }) => {
    if (functionResponse === undefined) return [];
    const { id, response, parts: inner = [] } = functionResponse;
    const text = response.error ?? response.output ?? JSON.stringify(response);
    return { id, texts: [text], images: images([...inner, ...parts]), isError: response.error !== undefined };
  });
}
