export const deckKey = ['deck'] as const;
