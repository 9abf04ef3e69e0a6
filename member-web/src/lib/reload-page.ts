/** Loads this page anew. */
export const reloadPage = () => window.location.reload();
