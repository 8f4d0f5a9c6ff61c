#include "CSQLite.h"

#include <sys/vfs.h>

int hk_is_written_here_alone(const char *folder) {
  struct statfs found;
  if (statfs(folder, &found) != 0) return 0;
  switch ((uint32_t)found.f_type) {
  /* The numbers of linux/magic.h and statfs(2); their names are not in every version of it. */
  case 0x00006969: /* NFS */
  case 0x0000517B: /* SMB */
  case 0xFE534D42: /* SMB 2 */
  case 0xFF534D42: /* CIFS */
  case 0x01021997: /* 9P */
  case 0x65735546: /* FUSE */
  case 0x00C36400: /* Ceph */
  case 0x5346414F: /* AFS */
  case 0x73757245: /* Coda */
  case 0x01161970: /* GFS 2 */
  case 0x7461636F: /* OCFS 2 */
  case 0x0BD00BD0: /* Lustre */
  case 0x786F4256: /* VirtualBox */
  case 0xBACBACBC: /* VMware */
    return 0;
  default: return 1;
  }
}
