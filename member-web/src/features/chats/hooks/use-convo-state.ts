import { useSyncExternalStore } from 'react';
import type { Convo } from '../api/convo';
import type { ConvoState } from '../api/convo-state';

/** What a conversation is at this moment; it asks for news as long as somebody looks. */
export const useConvoState = (convo: Convo): ConvoState => useSyncExternalStore(convo.subscribe, convo.getSnapshot);
