// How to reach the operator: an address or a URL, as the operator wrote it.
import type { ComponentChildren } from 'preact'

export function Contact({ contact }: { readonly contact: string }): ComponentChildren {
  const isUrl = /^https?:\/\//i.test(contact)
  const isMail = /^[^\s@]+@[^\s@]+$/.test(contact)
  return isUrl || isMail ? <a href={isUrl ? contact : `mailto:${contact}`}>{contact}</a> : contact
}
