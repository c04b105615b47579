// docs://PAGE: Fossick's own documentation; without a page, all of it.
import { fail, ok } from "../../../failure.ts";
import { documentation } from "../../../files/documentation.ts";
import type { Scheme } from "./index.ts";

export const docs: Scheme = async (page, url) => {
  const pages = documentation();
  const wanted = page === "" || page === "/" ? pages : pages.filter(({ name }) => name === page || name === `${page}.md` || name === `docs/${page}`);
  if (wanted.length > 0) return ok(wanted.map(({ name, text }) => ({ url: `docs://${name}`, text })));
  return fail({ code: "path-not-found", path: url, given: url, near: pages.map(({ name }) => `docs://${name}`) });
};
