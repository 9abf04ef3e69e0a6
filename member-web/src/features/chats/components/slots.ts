import { createContext, type ComponentType } from 'react';

/** What is reported: a message or the person, by its id. */
export interface ReportProps {
  subject: { kind: 'message' | 'profile'; id: string };
  /** Whose message or profile it is. */
  name: string;
  onClose: () => void;
}

export interface IcebreakersProps {
  name: string;
  /** Fills the composer; nothing is sent by it. */
  onChoose: (text: string) => void;
}

/** Parts of other features that the route puts into a conversation; what is not given is not offered. */
export interface ChatSlots {
  Report?: ComponentType<ReportProps>;
  Icebreakers?: ComponentType<IcebreakersProps>;
}

export const Slots = createContext<ChatSlots>({});
