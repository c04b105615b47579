// What is run of the suite, and what of it we do not implement, with the reason.

const STABLE = "0.1.16";
/** The first releases that know the revision of 2026 are these. */
const NEXT = "0.2.0-alpha.12";

export const RUNS = [
  { revision: "2025-11-25", version: STABLE, flags: ["--suite", "all"] },
  { revision: "2025-11-25", version: NEXT, flags: ["--requirements", "2025-11-25"] },
  { revision: "2026-07-28", version: NEXT, flags: ["--requirements", "2026-07-28"] },
];

const TASKS = "the tasks extension; commands in the background have tools of their own";

export const NOT_IMPLEMENTED = {
  "http-custom-header-server-validation": "no tool of ours wants its parameters repeated in headers (x-mcp-header)",
  ...Object.fromEntries(
    [
      "tasks-lifecycle",
      "tasks-capability-negotiation",
      "tasks-wire-fields",
      "tasks-request-state-removal",
      "tasks-mrtr-input",
      "tasks-request-headers",
      "tasks-dispatch-and-envelope",
      "tasks-required-task-error",
      "tasks-mrtr-composition",
    ].map((scenario) => [scenario, TASKS]),
  ),
};
