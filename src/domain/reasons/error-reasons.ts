// Why something is rejected, and the facts that each explanation needs. The message catalog has the one text of each.
import type { CommandLineReasons, NoFacts, StorageReasons } from './operator-reasons.js'

/** Errors of the headers that name the host of a request. */
export type HostFault =
  | 'host repeated'
  | 'host missing'
  | 'host malformed'
  | 'forwarded host malformed'
  | 'forwarded protocol malformed'

/** What is wrong with a value. `unfit`: it is not what is taken here. */
export type ParameterFault =
  | { readonly kind: 'missing' | 'repeated' | 'future' | 'unfit' }
  | { readonly kind: 'too long'; readonly most: number; readonly length: number }

/** Requests that cannot be read, or that come too often. */
interface RequestReasons {
  readonly 'nothing here': NoFacts
  /** `hint` is the end of a sentence: ` (did you mean …?)`, or nothing. */
  readonly 'unknown endpoint': { readonly hint: string }
  readonly 'unknown lookup': NoFacts
  readonly 'unknown file': NoFacts
  readonly 'malformed request': NoFacts
  readonly 'malformed host': { readonly fault: HostFault }
  readonly 'form too large': NoFacts
  readonly 'too many tags': { readonly most: number; readonly count: number }
  readonly 'tag too long': { readonly most: number; readonly tag: string }
  readonly 'wrong method': { readonly allowed: readonly string[] }
  /**
   * `problem` continues the sentence about the parameter, as in `limit must be from 1 to 100`. `fault` is for pages, which
   * say it in the reader's language.
   */
  readonly 'bad parameter': { readonly parameter: string; readonly problem: string; readonly fault?: ParameterFault }
  /** `hint` names the nearest parameter, or is empty; `known` are all that the endpoint takes. */
  readonly 'unknown parameter': { readonly parameter: string; readonly hint: string; readonly known: readonly string[] }
  readonly 'too many requests': { readonly limit: number; readonly seconds: number }
  /** `isSpent`: whether the account's limit is spent, after which `/usage` still answers for a while. */
  readonly 'usage requested too often': { readonly limit: number; readonly seconds: number; readonly isSpent: boolean }
  readonly 'too many lookups': { readonly most: number }
  readonly 'too many pictures': NoFacts
  readonly 'too many exports': { readonly most: number }
  readonly 'too many downloads': { readonly most: number }
  readonly 'downloads busy': NoFacts
  readonly 'too many series': NoFacts
  readonly 'too many charts': NoFacts
  readonly 'chart failed': NoFacts
  readonly 'database unresponsive': NoFacts
  readonly overloaded: NoFacts
}

/** Missing permissions. */
interface AccessReasons {
  readonly 'bad API key': NoFacts
  readonly 'bad metrics token': NoFacts
  readonly 'subscription needed': NoFacts
  readonly 'paid subscription needed': NoFacts
  readonly 'Enterprise needed': NoFacts
  readonly 'paid Enterprise needed': NoFacts
  readonly 'from another site': NoFacts
  /** The lowest role that may do this. */
  readonly 'role too low': { readonly role: string }
  readonly 'sign-in off': NoFacts
  readonly 'sign-in failed': NoFacts
  readonly 'sign-in over': NoFacts
  readonly 'link used up': NoFacts
  readonly 'setup code used up': NoFacts
  readonly 'bot token rejected': NoFacts
  readonly 'bot token untested': NoFacts
  /** The variable wins over what is set in the browser. */
  readonly 'set in the environment': { readonly variable: string }
  readonly 'unknown session': NoFacts
  readonly 'Discord failed': NoFacts
}

/** Why recorded data cannot be read. */
interface ReadReasons {
  readonly 'unknown game': NoFacts
  readonly 'unknown other game': NoFacts
  readonly 'untracked game': { readonly id: number }
  /** Two ids of one game: its internal one and its universe id. */
  readonly 'game named twice': { readonly first: number; readonly second: number }
  readonly 'no public game': NoFacts
  readonly 'no sample yet': { readonly game: string }
  readonly 'half a range': NoFacts
  readonly 'range missing': NoFacts
  readonly 'days in the future': NoFacts
  readonly 'start after end': NoFacts
  readonly 'two ranges': NoFacts
  readonly 'to without from': NoFacts
  readonly 'from in the future': NoFacts
  readonly 'from after to': NoFacts
  /** `range` names the parameters that make the range. */
  readonly 'range too long': { readonly range: string; readonly days: number }
  readonly 'gaps range too long': { readonly days: number }
  readonly 'cursor of the other order': NoFacts
  readonly 'cursor of another range': NoFacts
  readonly 'unknown update': NoFacts
  readonly 'usual range too long': { readonly days: number }
  readonly 'usual without players': NoFacts
  readonly 'interval of the plan': { readonly shortest: string | undefined; readonly minutes: number }
  /** `fits` is the shortest interval with which the same range is not too large. */
  readonly 'answer too large': {
    readonly interval: string
    readonly numbers: number
    readonly most: number
    readonly fits: string | undefined
  }
  /** An import, a correction or the thinning of old samples, while they were read. */
  readonly 'history rewritten': NoFacts
  /** UTC days, both ends inclusive, `YYYY-MM-DD`. */
  readonly 'damaged days': { readonly days: readonly { readonly from: string; readonly to: string }[] }
}

/** Failures of the platform. */
interface PlatformReasons {
  readonly 'platform failed': NoFacts
  readonly 'platform limit reached': { readonly seconds: number }
  readonly 'unknown user': { readonly id: number }
  readonly 'unknown user name': NoFacts
  readonly 'user with too many games': { readonly id: number }
  readonly 'unknown group': { readonly id: number }
  readonly 'unknown group owner': { readonly ownerId: number; readonly groupId: number }
  readonly 'unknown place': { readonly id: number }
  readonly 'unknown universe': { readonly id: number }
  /** `missing` says which setting the operator has to make. */
  readonly 'private servers off': { readonly missing: string }
  readonly 'servers used up': { readonly most: number }
  readonly 'server not opened': { readonly platformText: string }
  readonly 'server outcome unknown': { readonly platformText: string | undefined }
}

/** Why an account cannot be changed. */
interface AccountReasons {
  readonly 'unknown account': NoFacts
  readonly 'unknown account id': { readonly id: number }
  readonly 'no such account': { readonly idOrName: string }
  readonly 'account name taken': { readonly name: string }
  readonly 'account name length': { readonly most: number }
  readonly 'account name is a number': NoFacts
  readonly 'trial of the free plan': NoFacts
  readonly 'trial days without trial': NoFacts
  readonly 'no such member': { readonly userId: string; readonly account: string }
  readonly 'last owner': NoFacts
  readonly 'not a user id': NoFacts
  readonly 'not a server id': NoFacts
  readonly 'not a channel id': NoFacts
  readonly 'not a channel': NoFacts
  readonly 'server not linked': NoFacts
  readonly 'unknown channel': NoFacts
  readonly 'unknown server': NoFacts
  readonly 'server not managed': NoFacts
  readonly 'code used up': { readonly minutes: number }
  readonly 'not a time zone': NoFacts
  readonly 'unknown key': { readonly id: number }
  readonly 'unknown own key': NoFacts
  readonly 'key name length': { readonly most: number }
  readonly 'key expired': { readonly id: number }
  readonly 'expiry in the past': NoFacts
  readonly 'not an expiry': NoFacts
  readonly 'too many keys': { readonly most: number }
  readonly 'not a grace': { readonly most: number }
}

/** Why the games of an account or their recorded data cannot be changed. */
interface GameReasons {
  readonly 'no game given': NoFacts
  readonly 'not an address': NoFacts
  readonly 'not an id': NoFacts
  readonly 'ambiguous name': { readonly ids: readonly number[] }
  readonly 'unknown name': { readonly name: string }
  readonly 'unknown game id': { readonly id: number }
  readonly 'plan full': { readonly plan: string; readonly most: number; readonly isExpired: boolean }
  readonly 'note length': { readonly most: number }
  readonly 'note in the future': NoFacts
  readonly 'unknown note': NoFacts
  readonly 'too many share links': { readonly most: number }
  readonly 'too many wall links': { readonly most: number }
  readonly 'too many lines': { readonly most: number }
  readonly 'too many days': { readonly most: number }
  readonly 'revenue in the future': { readonly line: number }
  readonly 'import stopped': NoFacts
  readonly 'import interrupted': { readonly done: number; readonly total: number }
  /** `day` is `YYYY-MM-DD`; the week can be restored within `days`. */
  readonly 'week thinned out': { readonly day: string; readonly universeId: number; readonly days: number }
  readonly 'nothing to restore': { readonly universeId: number }
}

/** Why the alert rules or the expected times of a game cannot be changed. */
interface RuleReasons {
  readonly 'too many rules': { readonly most: number }
  readonly 'unknown rule': NoFacts
  readonly 'no channel': NoFacts
  readonly 'bot not connected': NoFacts
  /** `reason` is a sentence of the sender. */
  readonly 'post rejected': { readonly reason: string }
  readonly 'rights missing': { readonly channel: string; readonly rights: readonly string[] }
  readonly 'not a failed notification': NoFacts
  readonly 'usual of another metric': NoFacts
  readonly 'two lengths': NoFacts
  readonly 'value missing': NoFacts
  readonly 'condition missing': NoFacts
  readonly 'half quiet hours': NoFacts
  readonly 'equal quiet hours': NoFacts
  readonly 'not a time of day': { readonly text: string }
  readonly 'value not a number': NoFacts
  readonly 'value below zero': NoFacts
  readonly 'change of zero': NoFacts
  readonly 'fall of everything': NoFacts
  readonly 'not a number of readings': { readonly most: number }
  readonly 'not a number of minutes': { readonly most: number }
  readonly 'not a cooldown': { readonly most: number }
  readonly 'end before beginning': NoFacts
  readonly 'expected too long': { readonly days: number }
  readonly 'expected too far ahead': { readonly days: number }
  readonly 'expected note length': { readonly most: number }
  readonly 'too many expected times': { readonly most: number }
  readonly 'unknown expected time': NoFacts
  readonly 'unknown event': NoFacts
}

/** Why a file of samples or of revenue cannot be read; lines and records count from 1. */
interface FileReasons {
  /** `problem` continues the sentence about the line. */
  readonly 'malformed line': { readonly line: number; readonly problem: string }
  readonly 'missing header': { readonly header: string; readonly isEmpty: boolean }
  /** `problem` continues the sentence about the column. */
  readonly 'wrong column': {
    readonly column: string
    readonly problem: string
    readonly required: readonly string[]
    readonly optional: readonly string[]
  }
  readonly 'no sample columns': {
    readonly isEmpty: boolean
    readonly required: readonly string[]
    readonly optional: readonly string[]
  }
  readonly 'empty file': NoFacts
  readonly 'file without game': NoFacts
  readonly 'no column names': NoFacts
  readonly 'ambiguous separator': NoFacts
  /** `label` says what the column holds, for example `number of players`. */
  readonly 'ambiguous column': { readonly columns: readonly string[]; readonly label: string }
  readonly 'missing column': {
    readonly label: string
    readonly expected: readonly string[]
    readonly columns: readonly string[]
  }
  readonly 'several games': {
    readonly line: number
    readonly column: string
    readonly first: string
    readonly other: string
  }
  /** `percent` of the lines have another number of players than another line of their minute. */
  readonly 'contradicting lines': { readonly line: number; readonly percent: number }
  readonly 'wrong number of fields': { readonly line: number; readonly fields: number; readonly columns: number }
  readonly 'record too long': { readonly most: number }
  readonly 'malformed record': { readonly record: number }
  readonly 'no records': NoFacts
  readonly 'incomplete document': { readonly record: number }
}

export interface ReasonFacts
  extends RequestReasons,
    AccessReasons,
    ReadReasons,
    PlatformReasons,
    AccountReasons,
    GameReasons,
    RuleReasons,
    FileReasons,
    StorageReasons,
    CommandLineReasons {}
