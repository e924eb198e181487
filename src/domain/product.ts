// The name that Headcount sends to the services that it calls.

export const USER_AGENT = 'Headcount/0.1 (self-hosted game statistics)'
