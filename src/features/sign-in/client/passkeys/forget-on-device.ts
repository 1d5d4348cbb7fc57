/**
 * Tells the device that a passkey is of no use here any more, so that it stops offering it. Browsers without the call go
 * on offering it, and its errors are silent.
 */
export async function forgetOnDevice(passkey: { rpId: string; credentialId: string }): Promise<void> {
  const { signalUnknownCredential } = PublicKeyCredential as Partial<typeof PublicKeyCredential>
  await signalUnknownCredential?.call(PublicKeyCredential, passkey).catch(() => undefined)
}
