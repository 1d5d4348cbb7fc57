import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test } from 'vitest'
import { useSession } from './use-session.ts'

test('the session outside of its provider is an error', () => {
  const Alone = () => useSession().status
  expect(() => renderToString(createElement(Alone))).toThrow(
    'useSession must be used within a SessionProvider',
  )
})
