import { setupServer } from 'msw/node';

/** The network of a test; each test says what it answers. */
export const server = setupServer();
