import type { otherNameKinds } from '#domain/due-diligence/identity.ts'

export const otherNameLabels = {
  maiden: 'Maiden name',
  former: 'Former name',
  'also-known-as': 'Also known as',
} as const satisfies Record<(typeof otherNameKinds)[number], string>
