import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Everything on our pages that runs again and again, and until when. The specification has no polling (section 7). */
const repeated = {
  'src/features/documents/client/phone/phone-dialog.tsx': 'reads files while the dialog waits for a phone',
  'src/features/documents/client/use-scan-results.ts': 'reads files for three minutes while one is scanned',
  'src/features/imports/client/comparison-line.tsx': 'reads figures until each imported client was compared',
  'src/features/imports/client/import-query.ts': 'reads an import while it runs',
  'src/features/screening/client/lists/screening-line.tsx':
    'reads figures until each imported client was compared',
  'src/features/signing/client/letters/use-letter-run.ts': 'reads a run of letters while it runs',
  'src/features/review/client/bulk/use-bulk-action.ts': 'reads bulk actions while one runs',
  'src/features/review/client/bulk/bulk-progress.tsx': 'reads nothing: counts seconds',
  'src/features/review-page/client/use-viewed.ts': 'reads nothing: measures how long a file was seen',
}

test('pages poll only for what a user waits for', () => {
  const found = globSync('src/**/client/**/*.{ts,tsx}').filter((file) =>
    /refetchInterval|setInterval\(/u.test(readFileSync(file, 'utf8')),
  )
  expect(found.toSorted()).toEqual(Object.keys(repeated).toSorted())
})

test('every call of a page passes the one place that marks what no user asked for', () => {
  const found = globSync('src/**/client/**/*.{ts,tsx}').filter(
    (file) =>
      !/\.test\./u.test(file) &&
      /(?<![\w.])fetch\(|sendBeacon|EventSource|WebSocket/u.test(readFileSync(file, 'utf8')),
  )
  // The second asks whether the server is there, at an address that needs no session.
  expect(found.toSorted()).toEqual(['src/base/client/lib/fetch-code.ts', 'src/base/client/lib/request.ts'])
})
