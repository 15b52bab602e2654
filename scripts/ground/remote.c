// What `scripts/ground.py` puts under a run: a folder, seen through a file system that answers late, fails, or
// grants every lock, as a server over a network may.
//
//   remote FOLDER PLACE LATE [locks]    shows FOLDER at PLACE, until it is unmounted; each request is
//                                       answered LATE milliseconds later; with `locks`, every lock is granted
//
// While the file FOLDER.fails is there, what would write ends with "Input/output error".
#define FUSE_USE_VERSION 31
#define _GNU_SOURCE
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <fuse.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

static char *folder, *fails;
static int root;
static useconds_t late;

// A path below the folder.
static const char *under(const char *path) {
  usleep(late);
  return path[1] ? path + 1 : ".";
}

static int answer(int result) { return result < 0 ? -errno : 0; }
static int failing(void) { return access(fails, F_OK) == 0; }
#define WRITING if (failing()) return -EIO

static int get_attributes(const char *path, struct stat *out, struct fuse_file_info *file) {
  (void)file;
  return answer(fstatat(root, under(path), out, AT_SYMLINK_NOFOLLOW));
}

static int list(const char *path, void *out, fuse_fill_dir_t fill, off_t start, struct fuse_file_info *file,
                enum fuse_readdir_flags flags) {
  (void)start, (void)file, (void)flags;
  int opened = openat(root, under(path), O_RDONLY | O_DIRECTORY);
  DIR *entries = opened < 0 ? NULL : fdopendir(opened);
  if (!entries) return -errno;
  for (struct dirent *one; (one = readdir(entries));) fill(out, one->d_name, NULL, 0, 0);
  closedir(entries);
  return 0;
}

static int open_as(const char *path, struct fuse_file_info *file, int flags, mode_t mode) {
  int opened = openat(root, under(path), flags, mode);
  file->fh = (uint64_t)opened;
  return answer(opened);
}

static int create_file(const char *path, mode_t mode, struct fuse_file_info *file) {
  WRITING;
  return open_as(path, file, O_CREAT | O_RDWR | (file->flags & O_EXCL), mode);
}

// The kernel appends and truncates by itself.
static int open_file(const char *path, struct fuse_file_info *file) {
  return open_as(path, file, file->flags & O_ACCMODE, 0);
}

static int read_file(const char *path, char *out, size_t size, off_t place, struct fuse_file_info *file) {
  under(path);
  ssize_t count = pread((int)file->fh, out, size, place);
  return count < 0 ? -errno : (int)count;
}

static int write_file(const char *path, const char *bytes, size_t size, off_t place, struct fuse_file_info *file) {
  under(path);
  WRITING;
  ssize_t count = pwrite((int)file->fh, bytes, size, place);
  return count < 0 ? -errno : (int)count;
}

static int save(const char *path, int data_only, struct fuse_file_info *file) {
  (void)data_only;
  under(path);
  WRITING;
  return answer(fsync((int)file->fh));
}

static int cut(const char *path, off_t size, struct fuse_file_info *file) {
  under(path);
  WRITING;
  int opened = file ? (int)file->fh : openat(root, under(path), O_WRONLY);
  if (opened < 0) return -errno;
  int result = answer(ftruncate(opened, size));
  if (!file) close(opened);
  return result;
}

static int close_file(const char *path, struct fuse_file_info *file) {
  (void)path;
  return answer(close((int)file->fh));
}

static int remove_file(const char *path) {
  WRITING;
  return answer(unlinkat(root, under(path), 0));
}

static int make_folder(const char *path, mode_t mode) {
  WRITING;
  return answer(mkdirat(root, under(path), mode));
}

static int remove_folder(const char *path) {
  WRITING;
  return answer(unlinkat(root, under(path), AT_REMOVEDIR));
}

static int move_file(const char *from, const char *to, unsigned flags) {
  WRITING;
  return flags ? -EINVAL : answer(renameat(root, under(from), root, to + 1));
}

static int set_mode(const char *path, mode_t mode, struct fuse_file_info *file) {
  (void)file;
  return answer(fchmodat(root, under(path), mode, 0));
}

static int set_times(const char *path, const struct timespec times[2], struct fuse_file_info *file) {
  (void)file;
  return answer(utimensat(root, under(path), times, 0));
}

static int room(const char *path, struct statvfs *out) {
  under(path);
  return answer(fstatvfs(root, out));
}

static int grant(const char *path, struct fuse_file_info *file, int command, struct flock *lock) {
  (void)path, (void)file;
  if (command == F_GETLK) lock->l_type = F_UNLCK;
  return 0;
}

static int grant_whole(const char *path, struct fuse_file_info *file, int operation) {
  (void)path, (void)file, (void)operation;
  return 0;
}

int main(int count, char **words) {
  if (count < 4) return 2;
  folder = words[1];
  late = (useconds_t)atoi(words[3]) * 1000;
  if (asprintf(&fails, "%s.fails", folder) < 0 || (root = open(folder, O_RDONLY | O_DIRECTORY)) < 0) return 2;
  struct fuse_operations answers = {
    .getattr = get_attributes, .readdir = list, .create = create_file, .open = open_file, .read = read_file,
    .write = write_file, .fsync = save, .truncate = cut, .release = close_file, .unlink = remove_file,
    .mkdir = make_folder, .rmdir = remove_folder, .rename = move_file, .chmod = set_mode, .utimens = set_times,
    .statfs = room,
  };
  if (count > 4) {
    answers.lock = grant;
    answers.flock = grant_whole;
  }
  char *options[] = {words[0], "-f", "-s", words[2], NULL};
  return fuse_main(4, options, &answers, NULL);
}
