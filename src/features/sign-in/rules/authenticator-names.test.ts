import { expect, test } from 'vitest'
import { authenticatorName } from './authenticator-names.ts'

test.each([
  ['fbfc3007-154e-4ecc-8c0b-6e020557d7bd', 'iCloud Keychain'],
  ['ea9b8d66-4d01-1d21-3ce4-b6b48cb575d4', 'Google Password Manager'],
  ['08987058-cadc-4b81-b6e1-30de50dcbe96', 'Windows Hello'],
  ['9DDD1817-AF5A-4672-A2B9-3E3DD95000A9', 'Windows Hello'],
  ['bada5566-a7aa-401f-bd96-45619a55120d', '1Password'],
  ['d548826e-79b4-db40-a3d8-11116f7e8349', 'Bitwarden'],
  ['531126d6-e717-415c-9320-3d9aa6981239', 'Dashlane'],
  ['2fc0579f-8113-47ea-b116-bb5a8db9202a', 'YubiKey 5'],
  ['00000000-0000-0000-0000-000000000000', null],
  ['01020304-0506-0708-090a-0b0c0d0e0f10', null],
  ['constructor', null],
])('names the authenticator %s %s', (aaguid, name) => {
  expect(authenticatorName(aaguid)).toBe(name)
})
