// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "engine/support/unique_fd.h"
#include "engine/walls/wire.h"

namespace cuttle::walls {

// The file system as the program sees it, in a mount namespace of our own: all of it read-only,
// but some folders private. What is written there lives in memory, in one file system that is
// thrown away when a run has written; so its number of files tells whether one has.
class Files {
 public:
  explicit Files(const Packed& plan);

  // Once. Layer bits. Throws Trouble.
  uint32_t build(uint32_t layers);
  // Private folders as they were in the beginning. Processes whose working folder is in an old one
  // stay there until they enter it again by name.
  void renew();
  // The root of the file system that holds what is private.
  int store() const { return store_.get(); }

 private:
  struct Folder {
    std::string path;
    UniqueFd real;  // the folder below
    bool mounted = false;
    std::vector<std::pair<std::string, int>> inner;  // mount points in it, and what is there
  };

  void open_all();
  void own_processes();
  void own_devices();
  void mask(const std::string& path);
  void mount_store();
  std::string upper_folder(const std::string& path) const;
  void cover_place();
  void make_private(Folder& folder, unsigned number);
  bool overlay(Folder& folder, unsigned number);
  void bare(Folder& folder);
  void uncover();
  void bind(int from, const std::string& to, bool writable);

  const Packed& plan_;
  std::vector<Folder> folders_;
  std::vector<std::pair<std::string, UniqueFd>> writable_, kept_, shown_, devices_;
  std::vector<UniqueFd> inner_fds_;
  UniqueFd store_;
  bool overlays_ = true, user_attributes_ = true, uncovered_ = false;
  unsigned stacked_ = 0;  // mounts of ours on the place of the store
};

}  // namespace cuttle::walls
