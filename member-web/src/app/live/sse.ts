/** One event of a stream; `id` is there where a gap can be resumed after it. */
export interface StreamEvent {
  id?: string;
  name: string;
  data: string;
}

/**
 * A reader of text/event-stream: give it text as it comes, it returns the events that are whole by then. Comments and
 * fields that nobody here needs are left out.
 */
export function createEventReader(): (text: string) => StreamEvent[] {
  let rest = '';
  return (text) => {
    const blocks = (rest + text.replaceAll('\r', '')).split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.map(readBlock).filter((event) => event !== undefined);
  };
}

function readBlock(block: string): StreamEvent | undefined {
  const fields: Record<string, string> = {};
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) fields[line.slice(0, colon)] = line.slice(colon + 1).replace(/^ /, '');
  }
  const { id, event, data } = fields;
  if (event === undefined || data === undefined) return undefined;
  return { name: event, data, ...(id && { id }) };
}
