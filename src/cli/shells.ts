/** The shells that can complete command lines of this program. */
export const shells = ['bash', 'zsh', 'fish'] as const
