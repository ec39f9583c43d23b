/** The build, for tests of the program and the package as users have them. A stale one is not tested. */
import { fileURLToPath } from "node:url";
import { isBuilt } from "../scripts/build.mjs";

if (!isBuilt())
  throw new Error("dist/ is not the build of these sources; run `npm run build`, or all tests with `npm test`.");

/** The program, to be run with Node. */
export const MAIN = fileURLToPath(new URL("../dist/cli/main.js", import.meta.url));
