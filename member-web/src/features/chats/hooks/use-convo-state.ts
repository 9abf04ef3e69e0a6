import { useSyncExternalStore } from 'react';
import type { Convo, ConvoState } from '../api/convo';

/** What a conversation is at this moment; it asks for news as long as somebody looks. */
export const useConvoState = (convo: Convo): ConvoState => useSyncExternalStore(convo.subscribe, convo.getSnapshot);
