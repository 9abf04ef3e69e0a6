import { createContext, type ReactNode } from 'react';

/** What is reported: a message or the person, by its id. */
export interface ReportProps {
  subject: { kind: 'message' | 'profile'; id: string };
  /** Whose message or profile it is. */
  name: string;
  onClose: () => void;
}

export type RenderReport = (props: ReportProps) => ReactNode;

/** The dialog to report from a conversation; the route brings it, for it is another feature's. */
export const ReportContext = createContext<RenderReport>(() => null);
