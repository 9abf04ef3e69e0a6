/** Keys of the conversations; the word `chats` makes the list refresh every minute, an open one asks by itself. */
export const chatKeys = {
  list: ['chats'] as const,
  typing: (conversationId: string) => ['typing', conversationId] as const,
  gifts: ['gifts'] as const,
  convos: ['convo'] as const,
  convo: (conversationId: string): readonly string[] => ['convo', conversationId],
  convoWith: (memberId: string): readonly string[] => ['convo', 'with', memberId],
};
