interface Device {
  userAgent: string;
  userAgentData?: { mobile: boolean };
}

/** Whether the browser runs on a phone; a tablet is none (spec 2.53). */
export function isSmartphone({ userAgent, userAgentData }: Device): boolean {
  return userAgentData?.mobile ?? /iPhone|iPod|Android.*Mobile|Windows Phone/.test(userAgent);
}
