// What a model pays for our tools before it has called one.
import { expect, test } from "vitest";
import { DIALECTS } from "../../src/dialects/index.ts";
import { listedTools } from "../../src/server/listed-tools.ts";

test.each(DIALECTS.filter(({ tools }) => tools.length > 0))("the list of $name's tools is below 6,000 characters", (dialect) => {
  expect(JSON.stringify(listedTools(dialect)).length).toBeLessThan(6_000);
});
