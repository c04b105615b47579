// What `tools/list` shows. Apart from the server, so that listing needs no protocol.
import type { Tool } from "@modelcontextprotocol/server";
import type { Dialect } from "../tool.ts";

/** The tools as `tools/list` shows them. */
export function listedTools(dialect: Dialect): Tool[] {
  return dialect.tools.map(({ name, description, inputSchema, annotations }) => ({
    name,
    title: annotations.title,
    description,
    inputSchema: inputSchema as unknown as Tool["inputSchema"], // ours is readonly
    annotations: { ...annotations },
    ...(dialect.meta === undefined ? {} : { _meta: { ...dialect.meta } }),
  }));
}
