/** The plain twin keeps the contract of the kernels. */
import { plainKernels } from "../../../src/linalg/kernels/plain/plain.ts";
import { kernelContract } from "./contract.ts";

kernelContract("plain", () => plainKernels, "outside");
