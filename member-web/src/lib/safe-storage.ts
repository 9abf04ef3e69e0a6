/** Storage that works as a plain memory where the browser refuses it (private windows, blocked cookies). */
function safe(open: () => Storage): Pick<Storage, 'getItem' | 'setItem' | 'removeItem'> {
  try {
    const storage = open();
    storage.setItem('hearth-probe', '1');
    storage.removeItem('hearth-probe');
    return storage;
  } catch {
    const memory = new Map<string, string>();
    return {
      getItem: (key) => memory.get(key) ?? null,
      setItem: (key, value) => void memory.set(key, value),
      removeItem: (key) => void memory.delete(key),
    };
  }
}

/** Survives the tab; for dismissals and drafts. */
export const localStore = safe(() => window.localStorage);

/** Lives as long as the tab. */
export const sessionStore = safe(() => window.sessionStorage);
