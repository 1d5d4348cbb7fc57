/**
 * What is told of a call's address, in figures and traces: its route's pattern, `/api/documents/:id`, whichever document it was; null for
 * pages and what stands beside the calls, of which there are many and each alike.
 */
export function routeLabel(pattern: string | undefined): string | null {
  return pattern !== undefined && /^\/(?:api|objects)\//u.test(pattern) ? pattern : null
}
