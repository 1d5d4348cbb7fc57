import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useSession } from './use-session.ts'

test('throws outside of the session provider', () => {
  const Alone = () => useSession().status
  expect(() => renderToString(createElement(Alone))).toThrow(
    'useSession must be used within a SessionProvider',
  )
})
