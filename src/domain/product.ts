// What Headcount calls itself to the services that it asks.

export const USER_AGENT = 'Headcount/0.1 (self-hosted game statistics)'
