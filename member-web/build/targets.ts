/** The oldest browsers that both applications are built for and checked against: the last Chromium of Windows 7 and 8. */
export const TARGETS = ['chrome109', 'firefox115', 'safari16'];
