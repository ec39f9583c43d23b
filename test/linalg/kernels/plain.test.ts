import { plainKernels } from "../../../src/linalg/kernels/plain.ts";
import { kernelContract } from "./contract.ts";

kernelContract("plain", () => plainKernels, "outside");
