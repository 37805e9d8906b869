import manifest from '../../package.json' with {type: 'json'}

/** The version of this program, embedded when it is built. */
export const version: string = manifest.version
