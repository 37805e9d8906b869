/** Where programs are looked up, whatever the caller's PATH says; Flatcar and others keep theirs in /opt/bin. */
export const searchPath = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/opt/bin'
