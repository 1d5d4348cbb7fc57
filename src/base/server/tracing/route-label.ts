/**
 * Route label for metrics and traces: the pattern, `/api/documents/:id`, independent of the document; null for pages
 * and other static routes.
 */
export function routeLabel(pattern: string | undefined): string | null {
  return pattern !== undefined && /^\/(?:api|objects)\//u.test(pattern) ? pattern : null
}
