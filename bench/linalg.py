"""The same work in numpy and scipy. python3 linalg.py FOLDER ITERATIONS: reads the sparse matrix that linalg.ts wrote to FOLDER, prints seconds by name as JSON."""
import json
import sys
import time

import numpy as np
import scipy.sparse
import scipy.sparse.linalg

folder, iterations = sys.argv[1], int(sys.argv[2])
random = np.random.default_rng(1)
seconds = {}


def measure(name, work, rounds):
    best = float("inf")
    for _ in range(rounds):
        start = time.perf_counter()
        work()
        best = min(best, time.perf_counter() - start)
    seconds[name] = best


for bits in (64, 32):
    a, b = (random.standard_normal((512, 512)).astype(f"float{bits}") for _ in range(2))
    out = np.empty_like(a)
    measure(f"gemm 512 f{bits}", lambda: np.matmul(a, b, out=out), 30)
    for m in (8, 16, 32, 64):
        t = random.standard_normal((m, m, m)).astype(f"float{bits}")
        x, y = (random.standard_normal(m).astype(f"float{bits}") for _ in range(2))
        calls = max(1, 200_000 // m**2)

        def contract():
            for _ in range(calls):
                (t @ y) @ x

        measure(f"contract {m} f{bits}", contract, 5)
        seconds[f"contract {m} f{bits}"] /= calls

tall = random.standard_normal((20_000, 40))
measure("QR 20000×40", lambda: np.linalg.qr(tall), 10)
for n in (64, 500):
    square = random.standard_normal((n, n))
    measure(f"SVD {n}", lambda: np.linalg.svd(square), 3)

rows, columns, width = 200_000, 100_000, 40
starts = np.fromfile(f"{folder}/starts", np.uint32).astype(np.int32)
ids = np.fromfile(f"{folder}/ids", np.uint32).astype(np.int32)
s = scipy.sparse.csr_matrix((np.fromfile(f"{folder}/values"), ids, starts), shape=(rows, columns))
x, z = random.standard_normal((columns, width)), random.standard_normal((rows, width))
measure("CSR × 40", lambda: s @ x, 3)
measure("CSRᵀ × 40", lambda: s.T @ z, 3)


def block_krylov(k, block):
    """Block Golub–Kahan–Lanczos as in src/linalg/truncated/truncated-svd.ts, with as many iterations as that took."""
    v = np.linalg.qr(s.T @ random.standard_normal((rows, block)))[0]
    right, left, previous = [v], [], None
    for _ in range(iterations):
        u = s @ right[-1]
        if previous is not None:
            u -= left[-1] @ previous.T
        u = np.linalg.qr(u)[0]
        left.append(u)
        w = s.T @ u
        for _ in range(2):
            basis = np.hstack(right)
            w -= basis @ (basis.T @ w)
        v, previous = np.linalg.qr(w)
        right.append(v)
    u, v = np.hstack(left), np.hstack(right[:-1])
    x, values, yt = np.linalg.svd(u.T @ (s @ v), full_matrices=False)
    return u @ x[:, :k], values[:k], v @ yt[:k].T


measure("truncated SVD", lambda: scipy.sparse.linalg.svds(s, k=40, tol=1e-6), 1)
measure("truncated SVD, same algorithm", lambda: block_krylov(40, 8), 1)
print(json.dumps(seconds))
