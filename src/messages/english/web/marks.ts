// The texts of tags and favorites.

export const marks = {
  tags: 'Tags',
  tagsField: 'Tags',
  tagsHint:
    'Up to 10, separated by commas, of at most 24 characters each. Members of the account see and filter by them.',
  favorite: (game: string) => `Favorite: ${game}`,
  onlyFavorites: 'My favorites',
}
