// Compiles the AssemblyScript kernels and embeds the binaries as base64 in src/linalg/kernels/binary.generated.ts.
