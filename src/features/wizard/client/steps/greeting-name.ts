/** The name in a greeting: the first word of the full name, or "there" (specification section 2, step 4). */
export function greetingName(fullName: string | null): string {
  return fullName?.trim().split(/\s+/u)[0] || 'there'
}
