// Shows the operator's contact as configured, as a link where it is an email address or a URL.
import type { ComponentChildren } from 'preact'

export function Contact({ contact }: { readonly contact: string }): ComponentChildren {
  const isUrl = /^https?:\/\//i.test(contact)
  const isMail = /^[^\s@]+@[^\s@]+$/.test(contact)
  return isUrl || isMail ? <a href={isUrl ? contact : `mailto:${contact}`}>{contact}</a> : contact
}
