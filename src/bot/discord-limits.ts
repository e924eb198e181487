// Limits of Discord, which rejects a whole message or command that exceeds one (CHAT-3).

/** Choices that autocompletion may suggest. */
export const MAX_CHOICES = 25
/** Characters of a choice's name. */
export const MAX_CHOICE_LENGTH = 100
/** Options of a select menu. */
export const MAX_OPTIONS = 25
/** Characters of an option's label. */
export const MAX_OPTION_LABEL_LENGTH = 100
/** Characters of the value of an embed's field. */
export const MAX_FIELD_LENGTH = 1_024
/** Rows of buttons and menus below a message, and buttons in a row. */
export const MAX_COMPONENT_ROWS = 5
export const MAX_ROW_BUTTONS = 5
