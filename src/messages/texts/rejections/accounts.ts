// Missing permissions, and why an account cannot be changed.
import { facts } from '../../format/texts.js'

/** Also the text of a page, which shows it before anything was tried. */
export const linkGone = 'This link is not valid any more: it lasts 15 minutes and works once. Ask for a new one.'

/** Also the text of a page. */
export const setupGone =
  'This link is not valid any more: it works once, and only until an account exists. Start Headcount again for a new one.'

export const accessReasons = {
  'bad API key': facts(),
  'bad metrics token': facts(),
  'subscription needed': facts(),
  'paid subscription needed': facts(),
  'Enterprise needed': facts(),
  'paid Enterprise needed': facts(),
  'from another site': facts(),
  'role too low': facts('role'),
  'sign-in off': facts(),
  'sign-in failed': facts(),
  'sign-in over': facts(),
  'link used up': facts(),
  'setup code used up': facts(),
  'bot token rejected': facts(),
  'bot token untested': facts(),
  'set in the environment': facts('variable'),
  'unknown session': facts(),
  'Discord failed': facts(),
}

export const accountReasons = {
  'unknown account': facts(),
  'unknown account id': facts('id'),
  'no such account': facts('idOrName'),
  'account name taken': facts('name'),
  'account name length': facts('most'),
  'account name is a number': facts(),
  'trial of the free plan': facts(),
  'trial days without trial': facts(),
  'no such member': facts('userId', 'account'),
  'last owner': facts(),
  'not a user id': facts(),
  'not a server id': facts(),
  'not a channel id': facts(),
  'not a channel': facts(),
  'unknown channel': facts(),
  'unknown server': facts(),
  'server not managed': facts(),
  'server not linked': facts(),
  'code used up': facts('minutes'),
  'not a time zone': facts(),
  'unknown key': facts('id'),
  'unknown own key': facts(),
  'key name length': facts('most'),
  'key expired': facts('id'),
  'expiry in the past': facts(),
  'not an expiry': facts(),
  'too many keys': facts('most'),
  'not a grace': facts('most'),
}
