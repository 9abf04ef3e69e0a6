/** Routes members, members-id, chats, likes, likes-m-id and premium; a conversation is none of them (spec 2.52). */
const AREA = /^\/(members(\/[^/]+)?|chats|likes(\/(received|sent|matches|m\/[^/]+))?|premium)\/?$/i;

export const isMembersArea = (pathname: string): boolean => AREA.test(pathname);
