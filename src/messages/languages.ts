// The texts in each language. What only operators and programs read (the command line, errors about files and settings, and
// the reference of the API) is in English in all of them.
import type { ErrorCode } from '../domain/error.js'
import { sizeText } from './english/doctor.js'
import { warningText } from './english/operator-warnings.js'
import { commandLineReasons } from './english/rejections/command-line.js'
import { fileReasons } from './english/rejections/files.js'
import { type ReasonMessages, requestReasons } from './english/rejections/requests.js'
import { storageReasons } from './english/rejections/storage.js'
import { reference } from './english/web/reference.js'
import { type LanguageFile, type LanguageTexts, textsOf } from './format/texts.js'
import enBot from './languages/en/bot.json' with { type: 'json' }
import enCommands from './languages/en/commands.json' with { type: 'json' }
import enNotifications from './languages/en/notifications.json' with { type: 'json' }
import enReasons from './languages/en/reasons.json' with { type: 'json' }
import enWeb from './languages/en/web.json' with { type: 'json' }
import esBot from './languages/es/bot.json' with { type: 'json' }
import esCommands from './languages/es/commands.json' with { type: 'json' }
import esNotifications from './languages/es/notifications.json' with { type: 'json' }
import esReasons from './languages/es/reasons.json' with { type: 'json' }
import esWeb from './languages/es/web.json' with { type: 'json' }
import ptBot from './languages/pt/bot.json' with { type: 'json' }
import ptCommands from './languages/pt/commands.json' with { type: 'json' }
import ptNotifications from './languages/pt/notifications.json' with { type: 'json' }
import ptReasons from './languages/pt/reasons.json' with { type: 'json' }
import ptWeb from './languages/pt/web.json' with { type: 'json' }
import { texts } from './texts.js'

type CatalogFile = LanguageFile<typeof texts>

/** A text that is missing in a language does not compile. */
const ENGLISH: CatalogFile = { ...enBot, ...enCommands, ...enNotifications, web: enWeb, reasons: enReasons }

const FILES: Readonly<Record<string, CatalogFile>> = {
  en: ENGLISH,
  es: { ...esBot, ...esCommands, ...esNotifications, web: esWeb, reasons: esReasons },
  pt: { ...ptBot, ...ptCommands, ...ptNotifications, web: ptWeb, reasons: ptReasons },
}

/** The codes of the languages. */
export const LANGUAGES: readonly string[] = Object.keys(FILES)

export type CatalogTexts = ReturnType<typeof textsIn>

const unchanged = (message: string): string => message

/** `language`: one of `LANGUAGES`. `locale`: of the numbers in the texts. */
export function textsIn(language: string, locale: string) {
  const { errors, reasons, web, notifications, ...rest } = textsOf(texts, FILES[language] ?? ENGLISH, locale)
  return {
    ...rest,
    notifications: { ...notifications, operator: { ...notifications.operator, warningOf: warningText } },
    web: { ...web, reference, operator: { ...web.operator, size: sizeText, warning: warningText } },
    reasons: withOperatorReasons(reasons),
    /** Texts by code for errors without a reason, because `message` is English in every language. */
    errors: {
      INVALID_PARAMETERS: unchanged,
      INVALID_API_KEY: unchanged,
      SUBSCRIPTION_REQUIRED: unchanged,
      INSUFFICIENT_PERMISSIONS: unchanged,
      NOT_FOUND: unchanged,
      METHOD_NOT_ALLOWED: unchanged,
      REQUEST_TIMEOUT: unchanged,
      REQUEST_TOO_LARGE: unchanged,
      RATE_LIMIT_EXCEEDED: unchanged,
      INTERNAL_ERROR: () => errors.INTERNAL_ERROR,
      UPSTREAM_ERROR: () => errors.UPSTREAM_ERROR,
      NOT_CONFIGURED: unchanged,
      UNAVAILABLE: () => errors.UNAVAILABLE,
    } satisfies Record<ErrorCode, (message: string) => string>,
  }
}

const withOperatorReasons = (reasons: LanguageTexts<typeof texts.reasons>): ReasonMessages => ({
  ...reasons,
  ...requestReasons,
  ...fileReasons,
  ...storageReasons,
  ...commandLineReasons,
})
