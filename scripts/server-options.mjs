/**
 * What the server's process is started with, so that it stays small (docs/decisions/0125): short-lived
 * objects get 6 MB, and the others are collected whenever there are a third as many again. One thread collects the
 * short-lived ones: they are so few that the others would wake up when it is over. The Dockerfile repeats them.
 */
export const SERVER_OPTIONS = [
  '--max-semi-space-size=2',
  '--no-parallel-scavenge',
  '--initial-old-space-size=32',
  '--heap-growing-percent=30',
]

/**
 * One pool of memory for all threads: glibc would give each its own, and hand little of them back. Pieces of files,
 * what the optimizing compiler works with, and larger things lie outside of it, so that what they took is given back once they are gone.
 */
export const SERVER_ENVIRONMENT = { MALLOC_ARENA_MAX: '1', MALLOC_MMAP_THRESHOLD_: '32768' }
