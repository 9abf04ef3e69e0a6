/** The server takes each word for 30 s. */
const EVERY_MS = 20_000;

/**
 * Says at once and every 20 s that somebody has the page in front of them, as long as it is: push messages wait for
 * them. Returns the function that stops it.
 */
export function tellLooking(say: () => void): () => void {
  const tell = () => {
    if (document.visibilityState === 'visible') say();
  };
  const timer = setInterval(tell, EVERY_MS);
  document.addEventListener('visibilitychange', tell);
  tell();
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', tell);
  };
}
