/** Where a server is in its life: at work; on its way out, while others hear of it; finishing what it has. */
type Phase = 'serving' | 'leaving' | 'closing'

/** This server among those that serve the site. */
export interface Node {
  phase: Phase
}

/** A server that has just begun. */
export function createNode(): Node {
  return { phase: 'serving' }
}
