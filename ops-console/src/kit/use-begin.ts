import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';

/** What goes with somebody to a page: the action that is to begin there. */
export interface Meant {
  begin: string;
}

/** Begin what somebody chose before they came here; once, so that turning back does not begin it anew. */
export function useBegin(action: string, begin: (() => void) | undefined) {
  const { state, ...here } = useLocation();
  const navigate = useNavigate();
  const isMeant = begin !== undefined && (state as Meant | null)?.begin === action;
  const start = useEffectEvent(() => {
    void navigate(here, { replace: true });
    begin?.();
  });
  useEffect(() => {
    if (isMeant) start();
  }, [isMeant]);
}
