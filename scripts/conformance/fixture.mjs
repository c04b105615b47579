// The server that the MCP conformance suite talks to: our HTTP stack, with the tools, prompts and resources the suite asks for in the place of ours.
// Prints its address. No token: the suite cannot send one.
import { randomBytes } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import {
  acceptedContent,
  createRequestStateCodec,
  inputRequired,
  MissingRequiredClientCapabilityError,
  ProtocolError,
  Server,
} from "@modelcontextprotocol/server";
import { makeGrant } from "../../dist/server/http/grant.js";
import { HTTP_DEFAULTS } from "../../dist/server/http/limits.js";
import { serveHttp } from "../../dist/server/http/serve.js";
import { DEFAULTS } from "../../dist/settings.js";

const INVALID_PARAMS = -32602;
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8DwHwAFBQIAX8jx0gAAAABJRU5ErkJggg==";
const SILENCE = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";
const NO_ARGUMENTS = { type: "object", properties: {}, additionalProperties: false };
const state = createRequestStateCodec({ key: randomBytes(32) });

const text = (...parts) => ({ content: parts.map((part) => ({ type: "text", text: part })) });
const form = (properties) => ({ type: "object", properties, required: Object.keys(properties) });
const elicit = (message, properties) => inputRequired.elicit({ message, requestedSchema: form(properties) });
const sample = (prompt) => inputRequired.createMessage({ messages: [{ role: "user", content: { type: "text", text: prompt } }], maxTokens: 100 });

/** Asks for input once; `done` makes the answer of what came back. */
const asking =
  (requests, done) =>
  async (_, { mcpReq }) => {
    const responses = mcpReq.inputResponses ?? {};
    const isComplete = Object.keys(requests).every((key) => responses[key] !== undefined);
    return isComplete ? text(done(responses)) : inputRequired({ inputRequests: requests });
  };

/** The same, with a state that comes back with the input. */
const askingWithState = (requests, answer) => async (_, ctx) => {
  if (ctx.mcpReq.requestState() === undefined) return inputRequired({ inputRequests: requests, requestState: await state.mint({ round: 1 }, ctx) });
  return text(answer);
};

const TOOLS = {
  test_simple_text: async () => text("This is a simple text response for testing."),
  test_image_content: async () => ({ content: [{ type: "image", data: PIXEL, mimeType: "image/png" }] }),
  test_audio_content: async () => ({ content: [{ type: "audio", data: SILENCE, mimeType: "audio/wav" }] }),
  test_embedded_resource: async () => ({
    content: [{ type: "resource", resource: { uri: "test://embedded-resource", mimeType: "text/plain", text: "This is an embedded resource content." } }],
  }),
  test_multiple_content_types: async () => ({
    content: [
      { type: "text", text: "Multiple content types test:" },
      { type: "image", data: PIXEL, mimeType: "image/png" },
      { type: "resource", resource: { uri: "test://mixed-content-resource", mimeType: "application/json", text: '{"test":"data","value":123}' } },
    ],
  }),
  test_error_handling: async () => ({ ...text("This tool intentionally returns an error for testing"), isError: true }),
  test_tool_with_logging: async (_, { mcpReq }) => {
    for (const line of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
      await mcpReq.log("info", line);
      await sleep(50);
    }
    return text("Logged three lines");
  },
  test_logging_tool: async (_, { mcpReq }) => {
    await mcpReq.log("info", "Only for those who asked");
    return text("Logged a line");
  },
  test_tool_with_progress: async (_, { mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken;
    for (const progress of [0, 50, 100]) {
      if (progressToken !== undefined) await mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress, total: 100 } });
      await sleep(50);
    }
    return text("Made progress");
  },
  test_reconnection: async (_, { http }) => {
    http?.closeSSE?.();
    await sleep(500);
    return text("The client came back");
  },
  test_sampling: async ({ prompt }, { mcpReq }) => {
    const { content } = await mcpReq.requestSampling({ messages: [{ role: "user", content: { type: "text", text: String(prompt) } }], maxTokens: 100 });
    return text(`LLM response: ${content.text}`);
  },
  test_elicitation: async ({ message }, { mcpReq }) => {
    const requestedSchema = form({
      username: { type: "string", description: "User's response" },
      email: { type: "string", description: "User's email address" },
    });
    const { action, content } = await mcpReq.elicitInput({ message: String(message), requestedSchema });
    return text(`User response: action: ${action}, content: ${JSON.stringify(content)}`);
  },
  test_elicitation_sep1034_defaults: async (_, { mcpReq }) => {
    const properties = {
      name: { type: "string", default: "John Doe" },
      age: { type: "integer", default: 30 },
      score: { type: "number", default: 95.5 },
      status: { type: "string", enum: ["active", "inactive", "pending"], default: "active" },
      verified: { type: "boolean", default: true },
    };
    const { action, content } = await mcpReq.elicitInput({ message: "Check these", requestedSchema: { type: "object", properties } });
    return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
  },
  test_elicitation_sep1330_enums: async (_, { mcpReq }) => {
    const options = ["option1", "option2", "option3"];
    const titled = ["First", "Second", "Third"].map((title, index) => ({ const: `value${index + 1}`, title: `${title} Option` }));
    const properties = {
      untitledSingle: { type: "string", enum: options },
      titledSingle: { type: "string", oneOf: titled },
      legacyEnum: { type: "string", enum: ["opt1", "opt2", "opt3"], enumNames: ["Option One", "Option Two", "Option Three"] },
      untitledMulti: { type: "array", items: { type: "string", enum: options } },
      titledMulti: { type: "array", items: { anyOf: titled } },
    };
    const { action, content } = await mcpReq.elicitInput({ message: "Choose", requestedSchema: { type: "object", properties } });
    return text(`Elicitation completed: action=${action}, content=${JSON.stringify(content)}`);
  },
  json_schema_2020_12_tool: async () => text("The schema is what matters"),
  test_missing_capability: async (_, { mcpReq }) => {
    if (capabilitiesOf(mcpReq).sampling === undefined) throw new MissingRequiredClientCapabilityError({ requiredCapabilities: { sampling: {} } });
    return text("The client can sample");
  },
  test_streaming_elicitation: async () => inputRequired({ inputRequests: { user_name: elicit("What is your name?", { name: { type: "string" } }) } }),
  test_input_required_result_elicitation: async (_, { mcpReq }) => {
    const content = acceptedContent(mcpReq.inputResponses, "user_name");
    if (typeof content?.name === "string") return text(`Hello, ${content.name}!`);
    return inputRequired({ inputRequests: { user_name: elicit("What is your name?", { name: { type: "string" } }) } });
  },
  test_input_required_result_sampling: asking({ capital_question: sample("What is the capital of France?") }, (responses) =>
    JSON.stringify(responses.capital_question),
  ),
  test_input_required_result_list_roots: asking({ client_roots: inputRequired.listRoots() }, (responses) => JSON.stringify(responses.client_roots)),
  test_input_required_result_request_state: askingWithState({ confirm: elicit("Please confirm", { ok: { type: "boolean" } }) }, "state-ok"),
  test_input_required_result_tampered_state: askingWithState({ confirm: elicit("Please confirm", { ok: { type: "boolean" } }) }, "state-ok"),
  test_input_required_result_multiple_inputs: askingWithState(
    { user_name: elicit("What is your name?", { name: { type: "string" } }), greeting: sample("Generate a greeting"), client_roots: inputRequired.listRoots() },
    "All inputs received",
  ),
  test_input_required_result_multi_round: async (_, ctx) => {
    const round = ctx.mcpReq.requestState()?.round ?? 0;
    const ask = async (key, message, property) =>
      inputRequired({
        inputRequests: { [key]: elicit(message, { [property]: { type: "string" } }) },
        requestState: await state.mint({ round: round + 1 }, ctx),
      });
    if (round === 0) return ask("step1", "Step 1: What is your name?", "name");
    return round === 1 ? ask("step2", "Step 2: What is your favorite color?", "color") : text("Both steps done");
  },
  test_input_required_result_capabilities: async (_, { mcpReq }) => {
    const { sampling, elicitation } = capabilitiesOf(mcpReq);
    const inputRequests = {
      ...(sampling === undefined ? {} : { greeting: sample("Generate a greeting") }),
      ...(elicitation === undefined ? {} : { user_name: elicit("What is your name?", { name: { type: "string" } }) }),
    };
    return inputRequired({ inputRequests });
  },
};

const SCHEMAS = {
  test_sampling: form({ prompt: { type: "string" } }),
  test_elicitation: form({ message: { type: "string" } }),
  json_schema_2020_12_tool: {
    $schema: "https://json-schema.org/draft/2020-12/schema",
    type: "object",
    $defs: { address: { $anchor: "addressDef", type: "object", properties: { street: { type: "string" }, city: { type: "string" } } } },
    properties: {
      name: { type: "string" },
      address: { $ref: "#/$defs/address" },
      contactMethod: { type: "string", enum: ["phone", "email"] },
      phone: { type: "string" },
      email: { type: "string" },
    },
    allOf: [{ anyOf: [{ required: ["phone"] }, { required: ["email"] }] }],
    if: { properties: { contactMethod: { const: "phone" } }, required: ["contactMethod"] },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
    then: { required: ["phone"] },
    else: { required: ["email"] },
    additionalProperties: false,
  },
};

const said = (content) => ({ role: "user", content });
const PROMPTS = {
  test_simple_prompt: { get: () => ({ messages: [said({ type: "text", text: "This is a simple prompt for testing." })] }) },
  test_prompt_with_arguments: {
    arguments: ["arg1", "arg2"],
    get: ({ arg1, arg2 }) => ({ messages: [said({ type: "text", text: `Prompt with arguments: arg1='${arg1}', arg2='${arg2}'` })] }),
  },
  test_prompt_with_embedded_resource: {
    arguments: ["resourceUri"],
    get: ({ resourceUri }) => ({
      messages: [
        said({ type: "resource", resource: { uri: resourceUri, mimeType: "text/plain", text: "Embedded resource content for testing." } }),
        said({ type: "text", text: "Please process the embedded resource above." }),
      ],
    }),
  },
  test_prompt_with_image: {
    get: () => ({
      messages: [said({ type: "image", data: PIXEL, mimeType: "image/png" }), said({ type: "text", text: "Please analyze the image above." })],
    }),
  },
  test_input_required_result_prompt: {
    get: (_, { mcpReq }) => {
      const content = acceptedContent(mcpReq.inputResponses, "user_context");
      if (content !== undefined) return { messages: [said({ type: "text", text: `In the context of ${content.context}` })] };
      return inputRequired({ inputRequests: { user_context: elicit("What context should the prompt use?", { context: { type: "string" } }) } });
    },
  },
};

const RESOURCES = {
  "test://static-text": { mimeType: "text/plain", text: "This is the content of the static text resource." },
  "test://static-binary": { mimeType: "image/png", blob: PIXEL },
  "test://watched-resource": { mimeType: "text/plain", text: "Somebody may watch this." },
};

function capabilitiesOf({ envelope, _meta }) {
  const key = "io.modelcontextprotocol/clientCapabilities";
  return envelope?.[key] ?? _meta?.[key] ?? {};
}

function readResource(uri) {
  const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1];
  if (id !== undefined) return { mimeType: "application/json", text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }) };
  if (RESOURCES[uri] === undefined) throw new ProtocolError(INVALID_PARAMS, "Resource not found", { uri });
  return RESOURCES[uri];
}

function entryOf(table, name) {
  if (!Object.hasOwn(table, name)) throw new ProtocolError(INVALID_PARAMS, `unknown: ${name}`);
  return table[name];
}

function makeServer() {
  const capabilities = { tools: {}, prompts: {}, resources: { subscribe: true }, completions: {}, logging: {} };
  const server = new Server({ name: "conformance-fixture", version: "1.0.0" }, { capabilities, requestState: { verify: state.verify } });
  const listedTools = Object.keys(TOOLS).map((name) => ({ name, description: `For the suite: ${name}`, inputSchema: SCHEMAS[name] ?? NO_ARGUMENTS }));
  server.setRequestHandler("tools/list", () => ({ tools: listedTools }));
  server.setRequestHandler("tools/call", ({ params }, ctx) => entryOf(TOOLS, params.name)(params.arguments ?? {}, ctx));
  server.setRequestHandler("prompts/list", () => ({
    prompts: Object.entries(PROMPTS).map(([name, { arguments: names = [] }]) => ({
      name,
      description: `For the suite: ${name}`,
      arguments: names.map((each) => ({ name: each, description: each, required: true })),
    })),
  }));
  server.setRequestHandler("prompts/get", ({ params }, ctx) => entryOf(PROMPTS, params.name).get(params.arguments ?? {}, ctx));
  server.setRequestHandler("resources/list", () => ({
    resources: Object.entries(RESOURCES).map(([uri, { mimeType }]) => ({ uri, name: uri, description: `For the suite: ${uri}`, mimeType })),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [{ uriTemplate: "test://template/{id}/data", name: "template", description: "For the suite", mimeType: "application/json" }],
  }));
  server.setRequestHandler("resources/read", ({ params: { uri } }) => ({ contents: [{ uri, ...readResource(uri) }] }));
  server.setRequestHandler("resources/subscribe", () => ({}));
  server.setRequestHandler("resources/unsubscribe", () => ({}));
  server.setRequestHandler("completion/complete", ({ params }) => ({
    completion: { values: ["paris", "park", "party"].filter((word) => word.startsWith(params.argument.value)), hasMore: false },
  }));
  return server;
}

const stop = new AbortController();
process.on("SIGTERM", () => stop.abort());
await serveHttp({
  reach: { host: "127.0.0.1", port: Number(process.argv[2] ?? 0), hosts: [], origins: [] },
  grants: [makeGrant({ name: "everybody", settings: { ...DEFAULTS, workdir: process.cwd() }, secretFiles: [] })],
  limits: HTTP_DEFAULTS,
  version: "0",
  log: (level, message) => process.env.VERBOSE && console.error(level, message),
  stop: stop.signal,
  onListening: (url) => console.log(url),
  serverFor: makeServer,
});
