type Listener = () => void;

/** A signal without a payload between layers that may not import each other. */
export function createSignal() {
  const listeners = new Set<Listener>();
  return {
    emit: () => listeners.forEach((listener) => listener()),
    /** Calls the listener at every signal; returns the function that stops it. */
    listen: (listener: Listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
